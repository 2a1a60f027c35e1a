import { type PageDefinition, page, waitingCount } from '#backoffice/kit/page/page-definition.ts'

/** Pages for vouchers, orders and payments. */
export const orderPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/batches',
      label: 'batches',
      searchTerms: 'find.batches',
      icon: 'batch',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchesPage.tsx'),
    'BatchesPage',
  ),
  page(
    {
      path: '/backoffice/expiring',
      label: 'expiring',
      searchTerms: 'find.expiring',
      icon: 'batch',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchesPage.tsx'),
    'ExpiringPage',
  ),
  page(
    {
      path: '/backoffice/batches/new',
      label: 'newBatch',
      searchTerms: 'find.newBatch',
      icon: 'plus',
      permissions: ['batch.create'],
    },
    () => import('#backoffice/modules/vouchers/batches/NewBatchPage.tsx'),
    'NewBatchPage',
  ),
  page(
    {
      path: '/backoffice/batches/:id',
      label: 'batch',
      icon: 'batch',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchPage.tsx'),
    'BatchPage',
  ),
  page(
    {
      path: '/backoffice/batches/:id/recipients',
      label: 'batchRecipients',
      icon: 'staff',
      permissions: ['employer.read'],
    },
    () => import('#backoffice/modules/vouchers/batches/BatchRecipientsPage.tsx'),
    'BatchRecipientsPage',
  ),
  page(
    {
      path: '/backoffice/recipients',
      label: 'voucher.holders',
      searchTerms: 'find.voucher.holders',
      icon: 'account',
      permissions: ['order.read'],
    },
    () => import('#backoffice/modules/vouchers/VouchersPage.tsx'),
    'VouchersPage',
  ),
  page(
    {
      path: '/backoffice/recipients/:id',
      label: 'voucher.holder',
      icon: 'account',
      permissions: ['order.read'],
    },
    () => import('#backoffice/modules/vouchers/detail/VoucherPage.tsx'),
    'VoucherPage',
  ),
  page(
    {
      path: '/backoffice/orders',
      label: 'order.title',
      searchTerms: 'find.order.title',
      icon: 'orders',
      permissions: ['order.read'],
    },
    () => import('#backoffice/modules/orders/OrderListPage.tsx'),
    'OrderListPage',
  ),
  page(
    {
      path: '/backoffice/orders/:number',
      label: 'order.title',
      icon: 'orders',
      permissions: ['order.read'],
    },
    () => import('#backoffice/modules/orders/OrderDetailPage.tsx'),
    'OrderDetailPage',
  ),
  page(
    {
      path: '/backoffice/returns',
      label: 'returns.title',
      searchTerms: 'find.returns.title',
      icon: 'parcel',
      permissions: ['order.read'],
      countWaiting: () => waitingCount('withdrawals'),
    },
    () => import('#backoffice/modules/orders/ReturnsPage.tsx'),
    'ReturnsPage',
  ),
  page(
    {
      path: '/backoffice/parcels',
      label: 'parcel.title',
      searchTerms: 'find.parcel.title',
      icon: 'parcel',
      permissions: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/parcels/ParcelsPage.tsx'),
    'ParcelsPage',
  ),
  page(
    {
      path: '/backoffice/digital-codes',
      label: 'digital.title',
      searchTerms: 'find.digital.title',
      icon: 'barcode',
      permissions: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/digital-codes/DigitalStockListPage.tsx'),
    'DigitalStockListPage',
  ),
  page(
    {
      path: '/backoffice/digital-codes/:sku',
      label: 'digital.one',
      icon: 'batch',
      permissions: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/digital-codes/DigitalStockPage.tsx'),
    'DigitalStockPage',
  ),
  page(
    {
      path: '/backoffice/suppliers',
      label: 'supplier.title',
      searchTerms: 'find.supplier.title',
      icon: 'employer',
      permissions: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/SuppliersPage.tsx'),
    'SuppliersPage',
  ),
  page(
    {
      path: '/backoffice/suppliers/new',
      label: 'supplier.new',
      icon: 'plus',
      permissions: ['parcel.write'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/NewSupplierPage.tsx'),
    'NewSupplierPage',
  ),
  page(
    {
      path: '/backoffice/suppliers/:id',
      label: 'supplier.one',
      icon: 'employer',
      permissions: ['parcel.read'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/SupplierPage.tsx'),
    'SupplierPage',
  ),
  page(
    {
      path: '/backoffice/purchase-orders/:number',
      label: 'supplier.purchases',
      icon: 'employer',
      permissions: ['parcel.write'],
    },
    () => import('#backoffice/modules/fulfilment/suppliers/PurchaseOrderPage.tsx'),
    'PurchaseOrderPage',
  ),
  page(
    {
      path: '/backoffice/finance/payments',
      label: 'payments.title',
      searchTerms: 'find.money.title',
      icon: 'money',
      permissions: ['finance.read'],
    },
    () => import('#backoffice/modules/finance/PaymentsPage.tsx'),
    'PaymentsPage',
  ),
  page(
    {
      path: '/backoffice/finance/payments/:metric',
      label: 'payments.title',
      icon: 'money',
      permissions: ['finance.read'],
    },
    () => import('#backoffice/modules/finance/PaymentRowsPage.tsx'),
    'PaymentRowsPage',
  ),
  page(
    {
      path: '/backoffice/finance/monthly-accounts',
      label: 'accounting.title',
      searchTerms: 'find.accounting.title',
      icon: 'money',
      permissions: ['finance.read'],
    },
    () => import('#backoffice/modules/finance/AccountingPeriodsPage.tsx'),
    'AccountingPeriodsPage',
  ),
  page(
    {
      path: '/backoffice/finance/monthly-accounts/:month',
      label: 'accounting.title',
      icon: 'money',
      permissions: ['finance.read'],
    },
    () => import('#backoffice/modules/finance/AccountingPeriodPage.tsx'),
    'AccountingPeriodPage',
  ),
  page(
    {
      path: '/backoffice/finance/payouts',
      label: 'settlement.title',
      searchTerms: 'find.settlement.title',
      icon: 'money',
      permissions: ['finance.read'],
    },
    () => import('#backoffice/modules/finance/SettlementsPage.tsx'),
    'SettlementsPage',
  ),
  page(
    {
      path: '/backoffice/finance/vat-rates',
      label: 'rates.title',
      searchTerms: 'find.rates.title',
      icon: 'money',
      permissions: ['finance.read'],
    },
    () => import('#backoffice/modules/finance/VatRatesPage.tsx'),
    'VatRatesPage',
  ),
]
