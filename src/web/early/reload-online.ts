/** Runs in the offline page: loads the requested page once there is a connection. */
addEventListener('online', () => location.reload())
