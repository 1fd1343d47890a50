// Preloaded into a process to shift its clock by SHIFT_CLOCK_MS.
const shiftMs = Number(process.env.SHIFT_CLOCK_MS);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, self) =>
    Reflect.construct(target, words.length === 0 ? [target.now() + shiftMs] : words, self),
  get: (target, name) => (name === "now" ? () => target.now() + shiftMs : Reflect.get(target, name)),
});

Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + shiftMs });
