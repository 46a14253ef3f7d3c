import { browserStorage, tabStorage } from '../../src/web/browser/storage.ts'

// Files of a process share its modules, and with them what one wrote where there is no storage.
for (const storage of [browserStorage, tabStorage]) for (const name of storage.names()) storage.remove(name)
