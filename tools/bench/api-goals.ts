import type { Goal } from '#tools/bench/api-table.ts'

const ANSWER_FROM_MEMORY =
  'The goal grows with the raw row. Raw node:http gained more on newer machines than the shop’s own work for an answer.'
const NEW_QUESTION =
  'The goal grows with the raw row. Each question is filtered, sorted and written as JSON, which gained less on newer machines than raw node:http.'
const MESSAGES =
  'Each message to the database is a system call that wakes another process. In a profile these are a third of the server’s time.'
const PLACE_ORDER =
  'place_order takes 2.3 ms: seven inserts, which check 18 foreign keys and write 13 indexes of orders.'

/** The goals of the rows. Rows without a goal show the limits of the machine. */
export const GOALS = {
  repeatedList: {
    perSecond: 7450,
    basis: '50 x the best peer, half of raw',
    obstacle: ANSWER_FROM_MEMORY,
  },
  repeatedSearch: { perSecond: 7250, basis: '50 x the best peer', obstacle: ANSWER_FROM_MEMORY },
  detail: { perSecond: 13_500, basis: '50 x the best peer', obstacle: ANSWER_FROM_MEMORY },
  newList: { perSecond: 3700, p99: 20, basis: '25 x the best peer', obstacle: NEW_QUESTION },
  newSearch: { perSecond: 3000, obstacle: NEW_QUESTION },
  addToCart: {
    perSecond: 990,
    p99: 60,
    basis: '15 x the best peer',
    obstacle: `Every request writes, and every five come with a log-in. ${MESSAGES}`,
  },
  checkoutOnPoints: {
    perSecond: 111,
    p99: 200,
    basis: '15 x the best peer',
    obstacle: `A checkout takes about 4.5 ms of processor time in the server and 8 ms in PostgreSQL. ${PLACE_ORDER} ${MESSAGES}`,
  },
  checkoutByCard: {
    perSecond: 59,
    p99: 400,
    basis: '8 x the best peer',
    obstacle: `It is the checkout on points and three more requests for the payment. ${PLACE_ORDER} ${MESSAGES}`,
  },
  mails: { perSecond: 150 },
} satisfies Record<string, Goal>

export const MEMORY_OBSTACLE =
  'Node lets garbage grow with the rate of requests: 91 MB are held after a collection. --optimize-for-size keeps it at 190 MB, but costs half more processor time.'
