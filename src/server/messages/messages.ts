export { listMails, resendMail, retryMail, settleMail } from './mails.ts'
export { listTemplates, saveTemplate } from './templates.ts'
