import endpoints from 'virtual:lot-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
