import endpoints from 'virtual:way-endpoints'
import { addEndpoints } from '../../../data/api.ts'

addEndpoints(endpoints)
