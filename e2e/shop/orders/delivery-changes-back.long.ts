import { changesOnTheOrderPage, changesOnTheWay } from '#e2e/shop/orders/delivery-changes-tests.ts'

changesOnTheWay(['pickup', 'home', 'pickup'])
changesOnTheOrderPage(['pickup', 'home', 'pickup'])
