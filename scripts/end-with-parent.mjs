/** Loaded into the child of run-file.mjs: when the parent is killed, the channel closes and the child ends too. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep a finished command alive.
process.channel?.unref()
