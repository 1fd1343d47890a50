/** Dropline's logo; the name is written next to it. */
export function Logo({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" fill="#123b2f" />
      <path
        d="M8 22 14 10h4a6 6 0 0 1 0 12H8Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinejoin="round"
      />
      <circle cx="8" cy="22" r="2.6" fill="#d4f23c" />
    </svg>
  );
}
