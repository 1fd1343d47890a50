/**
 * Bugs in how photos and signatures are kept, shown and deleted, that a test must catch.
 *
 * @type {import("./mutants.mjs").Mutant[]}
 */
export const PROOF_MUTANTS = [
  {
    bug: "a photo keeps what its camera wrote into it",
    edits: [["lib/files/photo.ts", ".webp({ quality: PHOTO_QUALITY })", ".keepMetadata().webp()"]],
    project: "unit",
    tests: "lib/files/photo",
  },
  {
    bug: "a photo lies on its side",
    edits: [["lib/files/photo.ts", ".autoOrient()", ""]],
    project: "unit",
    tests: "lib/files/photo",
  },
  {
    bug: "a picture is unpacked however large it says it is",
    edits: [
      [
        "lib/files/photo.ts",
        "{ limitInputPixels, failOn",
        "{ limitInputPixels: limitInputPixels * 2, failOn",
      ],
    ],
    project: "unit",
    tests: "lib/files/photo",
    named: "million pixels",
  },
  {
    bug: "half a picture is kept as a whole one",
    edits: [["lib/files/photo.ts", 'failOn: "error"', 'failOn: "none"']],
    project: "unit",
    tests: "lib/files/photo",
  },
  {
    bug: "any format that the library knows passes for a photo",
    edits: [["lib/files/photo.ts", "if (!isKnown)", "if (buffer.length === 0)"]],
    project: "unit",
    tests: "lib/files/photo",
  },
  {
    bug: "a file's address opens it after its time",
    edits: [["lib/files/file-address.ts", "EXPIRY_BYTES) <= now.getTime()", "EXPIRY_BYTES) < now.getTime()"]],
    project: "unit",
    tests: "lib/files/file-address",
  },
  {
    bug: "a file's address can be made without the secret",
    edits: [
      [
        "lib/files/file-address.ts",
        "if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(secret, signed))) return null;",
        "",
      ],
    ],
    project: "unit",
    tests: "lib/files/file-address",
  },
  {
    bug: "a key of a file leads out of the folder",
    edits: [["lib/files/stored-file.ts", "const KEY = /^(?:[a-z0-9][a-z0-9-]*\\/)*", "const KEY = /^.*"]],
    project: "unit",
    tests: "lib/files/file-store",
  },
  {
    bug: "a file on the disk is seen while it is written",
    edits: [
      ["lib/files/disk-files.ts", "const unfinished = ", "const unfinished = path ?? "],
      ["lib/files/disk-files.ts", 'open(unfinished, "wx")', 'open(unfinished, "w")'],
    ],
    project: "unit",
    tests: "lib/files/file-store",
  },
  {
    bug: "what a killed process wrote of a photo stays for ever",
    edits: [["lib/files/disk-files.ts", "await Promise.all(left.map", "await Promise.all([].map"]],
    project: "unit",
    tests: "lib/files/file-store",
  },
  {
    bug: "a bucket that is not there passes for one without the file",
    edits: [["lib/files/s3-files.ts", 'code !== "NoSuchBucket" && ', ""]],
    project: "unit",
    tests: "lib/files/file-store",
  },
  {
    bug: "S3 is asked once only",
    edits: [["lib/files/s3-files.ts", "const TRIES = 3;", "const TRIES = 1;"]],
    project: "unit",
    tests: "lib/files/file-store",
  },
  {
    bug: "a photo is kept an instant longer than its account says",
    edits: [["lib/proofs/delete-proof-files.ts", "received_at <= ", "received_at < "]],
    project: "unit",
    tests: "lib/proofs/delete-proof-files",
  },
  {
    bug: "a file's row goes although its bytes are still there",
    edits: [
      [
        "lib/proofs/delete-proof-files.ts",
        'deleted[index]?.status === "fulfilled"',
        "deleted.length > index",
      ],
    ],
    project: "unit",
    tests: "lib/proofs/delete-proof-files",
    named: "away",
  },
  {
    bug: "a file's row is written before the store has its bytes",
    edits: [
      ["lib/proofs/keep-object.ts", "await files.put(key, bytes);", "files.put(key, bytes).catch(() => {});"],
    ],
    project: "unit",
    tests: "lib/courier-app/serve-proof",
    named: "while the store is away",
  },
  {
    bug: "the bytes of an upload that broke off stay for ever",
    edits: [["lib/proofs/keep-object.ts", 'await enqueueJob(db, { kind: "discard_file", key, runAt });', ""]],
    project: "unit",
    tests: "lib/courier-app/serve-proof",
    named: "hour",
  },
  {
    bug: "the bytes of a file are deleted like those of no file",
    edits: [["lib/proofs/discard-file.ts", "if (row?.isClaimed === true) return DONE;", ""]],
    project: "unit",
    tests: "lib/courier-app/serve-proof",
    named: "that no row names",
  },
  {
    bug: "an upload is read and decoded before its order is checked",
    edits: [
      [
        "lib/courier-app/serve-proof.ts",
        "await served.db.transaction((tx) => lockProofStop(tx, courier.id, { orderId, position }));",
        "",
      ],
    ],
    project: "unit",
    tests: "lib/courier-app/serve-proof",
    named: "before its body is read",
  },
  {
    bug: "the bytes of an upload that was refused stay for an hour",
    edits: [
      [
        "lib/courier-app/serve-proof.ts",
        "if (error instanceof DomainError) await deleteBytes(served, objectKey);",
        "",
      ],
    ],
    project: "unit",
    tests: "lib/courier-app/serve-proof",
    named: "given away",
  },
  {
    bug: "photos are decoded all at once",
    edits: [
      [
        "lib/courier-app/serve-proof.ts",
        "await queuePicture(courier.id, () => PREPARE[kind](picture))",
        "await PREPARE[kind](picture)",
      ],
    ],
    project: "unit",
    tests: "lib/courier-app/serve-proof",
    named: "pictures of the courier wait",
  },
  {
    bug: "another stop's photo passes for the same file sent again",
    edits: [["lib/proofs/proof-file.ts", '"position", "courierId"', '"courierId"']],
    project: "unit",
    tests: "lib/courier-app/serve-proof",
    named: "another file",
  },
  {
    bug: "the courier app's first page has no content policy",
    edits: [["proxy.ts", '    "/courier",\n', ""]],
    project: "unit",
    tests: "scripts/proxy",
  },
  {
    bug: "a courier's step reads an order that somebody else is changing",
    edits: [
      [
        "lib/orders/carrying/lock-order.ts",
        "FOR UPDATE`;\n  return row === undefined ? null : lockedFromRow(row);\n}\n\nconst WAITING_ROW",
        "`;\n  return row === undefined ? null : lockedFromRow(row);\n}\n\nconst WAITING_ROW",
      ],
    ],
    project: "reliability",
    tests: "reliability/outcome-races",
  },
  {
    bug: "an answer reads an order that somebody else is changing",
    edits: [["lib/orders/stored-order.ts", "} FOR UPDATE`", "}`"]],
    project: "reliability",
    tests: "reliability/outcome-races",
  },
  {
    bug: "a step of the way back that is sent again is refused",
    edits: [
      [
        "lib/orders/carrying/take-step.ts",
        'type !== "arrive_back" && type !== "give_back" &&',
        'type !== "arrive_back" &&',
      ],
    ],
    project: "reliability",
    tests: "reliability/kill-returns",
  },
];
