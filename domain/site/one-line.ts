const LINE_BREAKS_AND_CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** They change the order of the text around them, also in an email. */
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A name that someone typed as one line that looks like what it is. */
export const oneLine = (text: string): string => text.replace(LINE_BREAKS_AND_CONTROLS, ' ').replace(DIRECTION_CONTROLS, '');
