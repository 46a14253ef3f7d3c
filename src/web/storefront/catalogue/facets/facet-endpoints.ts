import endpoints from 'virtual:facets-endpoints'
import { addEndpoints } from '../../../data/api.ts'

addEndpoints(endpoints)
