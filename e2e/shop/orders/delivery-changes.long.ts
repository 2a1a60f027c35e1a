import { changesOnTheOrderPage, changesOnTheWay } from '#e2e/shop/orders/delivery-changes-tests.ts'

changesOnTheWay(['home', 'pickup', 'home'])
changesOnTheOrderPage(['home', 'pickup', 'home'])
