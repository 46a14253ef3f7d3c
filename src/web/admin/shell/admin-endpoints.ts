import endpoints from 'virtual:admin-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
