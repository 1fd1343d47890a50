/** Connections of a process outside its pool: changes, streams, dispatch and request log. */
const CONNECTIONS_OUTSIDE_POOL = 4;

/** Returns how many processes with this pool size the database's connections are enough for, and a sentence about it. */
export function comparePoolSize(
  poolSize: number,
  maxConnections: number,
): { processes: number; message: string } {
  const processes = Math.floor(maxConnections / (poolSize + CONNECTIONS_OUTSIDE_POOL));
  const message = `The server takes ${maxConnections} connections, and DATABASE_POOL_SIZE is ${poolSize}: that is enough for ${processes} processes.`;
  return { processes, message };
}
