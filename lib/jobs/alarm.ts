/** Lets a loop sleep until a time, or until it is woken. */
export interface Alarm {
  /** Wakes the sleeper, or skips the next sleep. */
  wake(): void;
  /** Forgets earlier calls. */
  reset(): void;
  sleep(milliseconds: number): Promise<void>;
}

/** An alarm for one sleeper. */
export function createAlarm(): Alarm {
  let isCalled = false;
  let rouse = (): void => {};
  return {
    wake: () => {
      isCalled = true;
      rouse();
    },
    reset: () => {
      isCalled = false;
    },
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        if (isCalled) return resolve();
        const timer = setTimeout(resolve, milliseconds);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
