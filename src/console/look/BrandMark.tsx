/** Logo: a padlock in the ring of a seal. Decorative, as the name is beside it. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="#1890ff" />
    <rect width="32" height="32" rx="9" fill="url(#brand-shade)" />
    <path d="M11 15v-3.2a5 5 0 0 1 10 0V15" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    <rect x="8.4" y="14.2" width="15.2" height="11" rx="3" fill="#fff" />
    <path
      d="m12.6 19.6 2.4 2.4 4.4-4.4"
      stroke="#0b61b8"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <defs>
      <linearGradient id="brand-shade" x1="0" y1="0" x2="32" y2="32">
        <stop stopColor="#fff" stopOpacity=".16" />
        <stop offset="1" stopColor="#00315f" stopOpacity=".34" />
      </linearGradient>
    </defs>
  </svg>
);
