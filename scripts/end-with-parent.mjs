/** Loaded into what run-file.mjs starts: should that be killed, its channel closes, and the shop ends too. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening must not keep a finished command alive.
process.channel?.unref()
