import { changesOnTheOrderPage, changesOnTheWay } from '#e2e/delivery-change-journeys.ts'

changesOnTheWay(['home', 'pickup', 'home'])
changesOnTheOrderPage(['home', 'pickup', 'home'])
