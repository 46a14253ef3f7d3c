export { listTemplates, saveTemplate } from './templates.ts'
