import endpoints from 'virtual:account-endpoints'
import { addEndpoints } from '../data/api.ts'

addEndpoints(endpoints)
