/** Nothing was changed: database and files do not belong together, or the role cannot change tables. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}
