/** An invalid setting. The message is one line for the operator. */
export class WrongSetting extends Error {}
