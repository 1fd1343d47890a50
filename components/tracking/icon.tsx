const PATHS = {
  language: "m5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6",
  phone:
    "M13.8 16.6a1 1 0 0 0 1.200-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.600l-.5.400a1 1 0 0 0-.3 1.200 14 14 0 0 0 6.400 6.400Z",
  share:
    "M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.600 13.500l6.800 4M15.400 6.500l-6.800 4",
  chat: "M3 16.300a2 2 0 0 1 .1 1.200l-1 3.200a1 1 0 0 0 1.200 1.200l3.400-1a2 2 0 0 1 1.100.1 10 10 0 1 0-4.800-4.700",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return <Glyph path={PATHS[name]} />;
}

export function Glyph({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="glyph">
      <path d={path} />
    </svg>
  );
}
