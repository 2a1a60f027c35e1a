import { changesOnTheOrderPage, changesOnTheWay } from '#e2e/delivery-change-journeys.ts'

changesOnTheWay(['pickup', 'home', 'pickup'])
changesOnTheOrderPage(['pickup', 'home', 'pickup'])
