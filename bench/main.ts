import { benchOperations } from "@/bench/operations";
import { benchPositions } from "@/bench/positions";
import { benchStreams } from "@/bench/streams";
import { benchWebhooks } from "@/bench/webhooks";
import { makeTemplate, startCluster } from "@/testing/cluster";

const BENCHES = {
  operations: benchOperations,
  webhooks: benchWebhooks,
  positions: benchPositions,
  streams: benchStreams,
};

const wanted = process.argv[2];
const cluster = await startCluster({ isDurable: true });
try {
  await makeTemplate(cluster.url);
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted === undefined || wanted === name) await bench(cluster.url);
  }
} finally {
  await cluster.stop();
}
