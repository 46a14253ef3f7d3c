import S3rver from 's3rver'

/** The storage of compose.yaml's place, with its bucket; it knows the key `S3RVER` alone. */
await new S3rver({
  address: '127.0.0.1',
  port: 9000,
  directory: '/run/storage',
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'surbrote' }],
}).run()
