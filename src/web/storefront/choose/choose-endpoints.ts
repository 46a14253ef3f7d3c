import endpoints from 'virtual:choose-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
