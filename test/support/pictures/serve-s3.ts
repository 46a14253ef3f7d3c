import S3rver from 's3rver'

/** A process with an S3 server on a free port, for `s3-server.ts`, which tells it the folder. Ends with whoever began it. */
const [directory = ''] = process.argv.slice(2)

process.on('disconnect', () => process.exit())
const { port } = await new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'shop' }],
}).run()
process.send?.({ port })
