import endpoints from 'virtual:notice-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
