import type { COMPONENTS } from '#contract/content-api.ts'

/** What every text may name, in every component and page: what the shop knows of the holder who reads it. */
export const HOLDER_PLACEHOLDERS = ['points', 'valid_until', 'salutation', 'first_name'] as const

/**
 * What a text may name besides, by component and key, the keys of a block with its name before them. Where a name stands
 * that every text may use, it means something nearer here: the points of one gift, not those of the voucher.
 */
export const PLACEHOLDERS: Partial<
  Record<(typeof COMPONENTS)[number], Readonly<Record<string, readonly string[]>>>
> = {
  basketcomponents: {
    acceptPoints: ['points'],
    announceTotal: ['points', 'quantity'],
    lessOf: ['name'],
    messageNotEnoughStock: ['available'],
    messagePointsChanged: ['points'],
    messagePointsLimitExceeded: ['points'],
    messageUseAllPoints: ['points'],
    moreOf: ['name'],
    openPayment: ['amount'],
    perPiece: ['points'],
    quantityOf: ['name'],
    removeGift: ['name'],
    removed: ['name'],
    setToAvailable: ['available'],
  },
  basketoverlaycomponents: {
    amountDue: ['amount'],
    remainingPoint: ['points'],
    remainingPoints: ['points'],
  },
  checkoutstepscomponents: {
    progressLabel: ['step'],
  },
  confirmationpagecomponents: {
    nextStep1: ['email'],
    nextStep2: ['order_number'],
    'orderPage.cancelText': ['points'],
    'orderPage.cancelTextEuros': ['euros', 'points'],
    'orderPage.cancelledText': ['points'],
    'orderPage.confirmWithdrawText': ['email'],
    'orderPage.giftsText': ['points'],
    'orderPage.giftsTextEuros': ['euros', 'points'],
    'orderPage.helpText': ['order_number'],
    'orderPage.leftOut': ['names'],
    'orderPage.leftTitle': ['points'],
    'orderPage.mail_queued': ['email'],
    'orderPage.mail_refused': ['email'],
    'orderPage.mail_sent': ['date', 'email'],
    'orderPage.placedAt': ['date'],
    'orderPage.receiptCredit': ['amount'],
    'orderPage.receiptNumber': ['number'],
    'orderPage.receiptText': ['date', 'email'],
    'orderPage.refund_done': ['amount', 'date'],
    'orderPage.refund_failed': ['amount'],
    'orderPage.refund_queued': ['amount'],
    'orderPage.reopenedText': ['points'],
    'orderPage.title': ['order_number'],
    'orderPage.track': ['carrier'],
    'orderPage.undoText': ['time'],
    'orderPage.withdrawUntil': ['date'],
    'orderPage.withdrawnPieces': ['count'],
    pointsLeft: ['points'],
    undoText: ['time'],
  },
  deliverydatacomponents: {
    companyText: ['company'],
    days: ['day', 'last_day'],
    digitalText: ['email'],
    distance: ['meters'],
    distanceKilometers: ['kilometers'],
    pickupFrom: ['day'],
    supplierNote: ['gifts'],
    window: ['day', 'from', 'to'],
  },
  footercomponents: {
    chatFound: ['count'],
  },
  headercomponents: {
    allGifts: ['category'],
    openCategory: ['category'],
    pointsLabel: ['points'],
  },
  homepagecomponents: {
    'heroSection.title': ['points'],
  },
  logoncomponents: {
    tooManyAttempts: ['seconds'],
    voucherBox: ['part'],
  },
  molliecomponents: {
    description: ['company'],
    refunded: ['amount'],
    text: ['amount', 'points'],
  },
  personaldatacomponents: {
    addressFilled: ['address'],
    addressesFound: ['count'],
    checkFields: ['fields'],
    companyDelivery: ['company'],
  },
  productdetailpagecomponents: {
    less: ['name'],
    more: ['name'],
    pictureOf: ['name', 'number', 'total'],
    pictures: ['name'],
    pointsLabel: ['points'],
    total: ['points'],
  },
  productlistpagecomponents: {
    colours: ['colours'],
    filtersOn: ['count'],
    moreColours: ['count'],
    rangeFrom: ['points'],
    rangeTo: ['points'],
    resultCount: ['count'],
    searchTitle: ['search'],
    searchedFor: ['search'],
    showResults: ['count'],
    shownCount: ['shown', 'total'],
  },
  websitetranslationcomponents: {
    fitAddLabel: ['names', 'points'],
    fitTitle: ['points'],
    fitTwice: ['name'],
    giftAdded: ['name'],
    readInLanguage: ['language'],
    tagAbove: ['points'],
    tagFits: ['left'],
    tagWithEuros: ['euros'],
    wish: ['name'],
    wishAdded: ['name'],
    wishRemoved: ['name'],
  },
  welcomeoverlaycomponents: {
    goodToKnow1: ['points'],
  },
  wishlistcomponents: {
    removed: ['name'],
    totalPoints: ['points'],
  },
}
