/** Something that can be done with records, as a button or a menu item shows it. */
export interface Offer {
  readonly code: string;
  readonly icon: string | undefined;
  readonly danger: boolean;
  readonly label: string;
  /** Why it cannot be pressed now; null when it can. */
  readonly reason: string | null;
  readonly open: () => void;
}
