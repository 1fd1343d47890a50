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
];
