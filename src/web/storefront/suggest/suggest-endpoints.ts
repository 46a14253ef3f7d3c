import endpoints from 'virtual:suggest-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
