import endpoints from 'virtual:login-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
