import accountEndpoints from 'virtual:account-endpoints'
import endpoints from 'virtual:admin-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
// The panel uses some of them too.
addEndpoints(accountEndpoints)
