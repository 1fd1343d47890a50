/** @throws Error if the database takes longer; the statement continues */
export async function inTime<Answer>(asked: Promise<Answer>, withinMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database does not answer in time")), withinMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
