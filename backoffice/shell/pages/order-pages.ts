import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Pages for vouchers, orders and payments. */
export const orderPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/batches',
      word: 'batches',
      find: 'find.batches',
      icon: 'batch',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchesPage.tsx'),
    'BatchesPage',
  ),
  page(
    {
      path: '/backoffice/batches/new',
      word: 'newBatch',
      icon: 'plus',
      needs: ['batch.make'],
    },
    () => import('#backoffice/modules/vouchers/batches/NewBatchPage.tsx'),
    'NewBatchPage',
  ),
  page(
    {
      path: '/backoffice/batches/:id',
      word: 'batch',
      icon: 'batch',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchPage.tsx'),
    'BatchPage',
  ),
  page(
    {
      path: '/backoffice/batches/:id/recipients',
      word: 'peopleOfBatch',
      icon: 'staff',
      needs: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchRecipientsPage.tsx'),
    'BatchRecipientsPage',
  ),
  page(
    {
      path: '/backoffice/recipients',
      word: 'voucher.holders',
      find: 'find.voucher.holders',
      icon: 'account',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/vouchers/VouchersPage.tsx'),
    'HoldersPage',
  ),
  page(
    {
      path: '/backoffice/recipients/:id',
      word: 'voucher.holder',
      icon: 'account',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/vouchers/detail/VoucherPage.tsx'),
    'HolderPage',
  ),
  page(
    {
      path: '/backoffice/orders',
      word: 'order.title',
      find: 'find.order.title',
      icon: 'orders',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/orders/OrderListPage.tsx'),
    'OrderListPage',
  ),
  page(
    {
      path: '/backoffice/orders/:number',
      word: 'order.title',
      icon: 'orders',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/orders/OrderDetailPage.tsx'),
    'OrderDetailPage',
  ),
  page(
    {
      path: '/backoffice/returns',
      word: 'returns.title',
      find: 'find.returns.title',
      icon: 'parcel',
      needs: ['order.read'],
    },
    () => import('#backoffice/modules/orders/ReturnsPage.tsx'),
    'ReturnsPage',
  ),
  page(
    {
      path: '/backoffice/parcels',
      word: 'parcel.title',
      find: 'find.parcel.title',
      icon: 'parcel',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/parcels/ParcelsPage.tsx'),
    'ParcelsPage',
  ),
  page(
    {
      path: '/backoffice/digital-codes',
      word: 'digital.title',
      find: 'find.digital.title',
      icon: 'barcode',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/digital-codes/DigitalStockListPage.tsx'),
    'DigitalStockListPage',
  ),
  page(
    {
      path: '/backoffice/digital-codes/:sku',
      word: 'digital.one',
      icon: 'batch',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/digital-codes/DigitalStockPage.tsx'),
    'DigitalStockPage',
  ),
  page(
    {
      path: '/backoffice/suppliers',
      word: 'supplier.title',
      find: 'find.supplier.title',
      icon: 'employer',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/SuppliersPage.tsx'),
    'SuppliersPage',
  ),
  page(
    {
      path: '/backoffice/suppliers/new',
      word: 'supplier.new',
      icon: 'plus',
      needs: ['parcel.write'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/NewSupplierPage.tsx'),
    'NewSupplierPage',
  ),
  page(
    {
      path: '/backoffice/suppliers/:id',
      word: 'supplier.one',
      icon: 'employer',
      needs: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/SupplierPage.tsx'),
    'SupplierPage',
  ),
  page(
    {
      path: '/backoffice/purchase-orders/:number',
      word: 'supplier.purchases',
      icon: 'employer',
      needs: ['parcel.write'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/PurchaseOrderPage.tsx'),
    'PurchasePage',
  ),
  page(
    {
      path: '/backoffice/finance/payments',
      word: 'money.title',
      find: 'find.money.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/PaymentsPage.tsx'),
    'MoneyPage',
  ),
  page(
    {
      path: '/backoffice/finance/payments/:metric',
      word: 'money.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/PaymentRowsPage.tsx'),
    'MoneyRowsPage',
  ),
  page(
    {
      path: '/backoffice/finance/monthly-accounts',
      word: 'accounting.title',
      find: 'find.accounting.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/AccountingPeriodsPage.tsx'),
    'BooksPage',
  ),
  page(
    {
      path: '/backoffice/finance/monthly-accounts/:month',
      word: 'accounting.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/AccountingPeriodPage.tsx'),
    'BookPage',
  ),
  page(
    {
      path: '/backoffice/finance/payouts',
      word: 'settlement.title',
      find: 'find.settlement.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/SettlementsPage.tsx'),
    'SettlementsPage',
  ),
  page(
    {
      path: '/backoffice/finance/vat-rates',
      word: 'rates.title',
      find: 'find.rates.title',
      icon: 'money',
      needs: ['money.read'],
    },
    () => import('#backoffice/modules/finance/VatRatesPage.tsx'),
    'RatesPage',
  ),
]
