/**
 * Loaded with `--import` and `--expose-gc` into a server: answers each message `heap` of its parent with the heap
 * size of its main thread in bytes, after garbage collection.
 */
process.on('message', (word) => {
  if (word !== 'heap') return
  globalThis.gc?.()
  process.send?.({ heapUsed: process.memoryUsage().heapUsed })
})
