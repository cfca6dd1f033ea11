/** Identifiers that were retired: the names, and what to use instead. */
export const retiredIdentifiers = [
  [['Asker', 'Whoever', 'Calling', 'Known', 'KnownRequest'], 'CurrentViewer, RequestContext, AuthenticatedRequest'],
  [['Marks'], 'BloomFilter'],
  [['Turn', 'inTurn'], 'LockScope'],
  [['Desk', 'Told', 'Taken', 'Reached', 'Standing'], 'ParseContext, PaddleChange, Lease, Cursor, ListStatus'],
  [['ToldAgain', 'ReadyLists', 'MemoryReadyLists', 'readyLists'], 'ResponseCache, or the name of what is cached'],
  [['OrderedLists', 'RefreshLists'], 'ReadModel, RefreshReadModel'],
  [['WordIndex', 'wordIndex'], 'InvertedIndex'],
  [['Letter', 'Letters', 'Letterhead', 'DeliverLetters', 'Mailbox', 'LocalMailbox'], 'Email, EmailBranding, DeliverEmails, CapturedMail'],
  [['SignInTries', 'isShut', 'strained'], 'SignInAttempts, isLocked, isThrottled'],
  [['CrossSiteGuard', 'crossSiteToken', 'CROSS_SITE_COOKIE'], 'CsrfGuard, csrfToken, CSRF_COOKIE'],
  [['TrafficLedger', 'KeptEvents', 'PostgresEventFold', 'EventFold'], 'DailyTotals, VisitorEvents, EventAggregation'],
  [['networkOf'], 'clientIpOf'],
  [['TokenBox', 'belonging'], 'TokenCipher, associatedData'],
  [['termless', 'reworded', 'remetered'], 'rows without terms, rows with new text, rows with new counts'],
  [['beginnings', 'nearMisses', 'halfSigns', 'wordPostings'], 'prefixMatches, fuzzyMatches, loneSurrogates, postingLists'],
  [['wellFormed'], 'isWellFormed or toWellFormed of the language'],
  [['SetClock'], 'FixedClock'],
  [
    ['MOST', 'PATIENCE', 'AT_ONCE', 'FEW', 'ENOUGH', 'FRESH', 'KEPT', 'SPARE', 'WALK', 'WAIT', 'RECENT', 'EVEN', 'REST'],
    'a name with noun and unit',
  ],
];

/** Phrases that must be read twice: a pattern, without regard to case, and what to write instead. */
export const retiredPhrases = [
  ['so many (?!as\\b)', 'the number and its unit'],
  ['told again', '"cached"'],
  ['near misses', '"fuzzy matches"'],
  ['pairs of signs', '"bigrams"'],
  ['half signs', '"lone surrogates"'],
  ['ready lists', '"cached responses"'],
  ['kept answers', '"cached responses"'],
  ['outbox of letters', '"email outbox"'],
  ['cross-site tokens?', '"CSRF token"'],
  ['word postings', '"posting lists"'],
  ['for want of', '"without"'],
  ['whoever', '"anyone who", or the role'],
  ['somebody', '"someone", or the role'],
  ['nobody', '"no one", or the role'],
  ["one's own", '"your" or "the user\'s"'],
  ['his own|he is|he has|he may', '"they", or the role'],
  ['anew', '"again"'],
  ['catalogues?', '"catalog"'],
  ['e-mails?', '"email"'],
  ['licences?', '"license"'],
  ['behaviours?', '"behavior"'],
  ['colours?', '"color"'],
  ['honours?', '"honor"'],
  ['normalised?', '"normalize"'],
  ['recognised?', '"recognize"'],
  ['cancelled', '"canceled"'],
];

/** Texts of the specification, and stored values. */
export const exemptTexts = [
  'Please check your E-Mail Inbox. A reset code has been sent.',
  'Your E-Mail address has been confirmed.',
  'Check your E-Mail Inbox. A new code has been sent.',
  'E-Mail',
  '[e-mail]',
];
