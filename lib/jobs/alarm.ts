/** What a loop sleeps by: it wakes up in time, or when it is called before. */
export interface Alarm {
  /** Wakes the sleeper, or keeps the next sleep from beginning. */
  wake(): void;
  /** Forgets the calls so far. */
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
