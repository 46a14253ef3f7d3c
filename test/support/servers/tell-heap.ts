/**
 * Loaded with `--import` and `--expose-gc` into a server: answers each message `heap` of its parent with the bytes of
 * JavaScript in its main thread, when all rubbish is collected.
 */
process.on('message', (word) => {
  if (word !== 'heap') return
  globalThis.gc?.()
  process.send?.({ heapUsed: process.memoryUsage().heapUsed })
})
