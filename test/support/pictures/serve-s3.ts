import S3rver from 's3rver'

/** The process of the S3 server of `s3-server.ts`, on a free port; the argument is its folder. Ends with its parent. */
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
