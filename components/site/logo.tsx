export function Logo({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="9" fill="#123b2f" />
      <path
        d="M9.5 22.5 14.5 10h3.3a6.25 6.25 0 0 1 0 12.5H9.5Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinejoin="round"
      />
      <circle cx="9.5" cy="22.5" r="3.6" fill="#d4f23c" />
    </svg>
  );
}
