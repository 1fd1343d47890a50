export interface Alarm {
  wake(): void;
  reset(): void;
  sleep(milliseconds: number): Promise<void>;
}

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
