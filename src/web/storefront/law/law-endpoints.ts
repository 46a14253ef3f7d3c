import endpoints from 'virtual:law-endpoints'
import { addEndpoints } from '../../data/api.ts'

addEndpoints(endpoints)
