import endpoints from 'virtual:state-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
