export const MapManagePage = () => null;
