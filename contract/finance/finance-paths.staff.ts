import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Money by day, month and payout, and the rates of VAT. */
export const moneyPaths = {
  dailyPayments: {
    method: 'GET',
    path: '/backoffice/api/finance/payments',
    needs: 'money.read',
    channel: 'own',
  },
  monthlyPayments: {
    method: 'GET',
    path: '/backoffice/api/finance/payments/days',
    needs: 'money.read',
    channel: 'own',
  },
  paymentRows: {
    method: 'GET',
    path: '/backoffice/api/finance/payments/rows/:of',
    needs: 'money.read',
    channel: 'own',
  },
  accountingMonths: {
    method: 'GET',
    path: '/backoffice/api/finance/months',
    needs: 'money.read',
    channel: 'own',
  },
  accountingMonth: {
    method: 'GET',
    path: '/backoffice/api/finance/months/:month',
    needs: 'money.read',
    channel: 'own',
  },
  closeAccountingMonth: {
    method: 'POST',
    path: '/backoffice/api/finance/months/:month',
    needs: 'money.write',
    channel: 'none',
  },
  settlements: {
    method: 'GET',
    path: '/backoffice/api/finance/settlements',
    needs: 'money.read',
    channel: 'none',
  },
  vatRates: {
    method: 'GET',
    path: '/backoffice/api/vat-rates',
    needs: 'money.read',
    channel: 'none',
  },
  checkVatRate: {
    method: 'POST',
    path: '/backoffice/api/vat-rates/checks',
    needs: 'money.write',
    channel: 'none',
  },
  addVatRate: {
    method: 'POST',
    path: '/backoffice/api/vat-rates',
    needs: 'money.write',
    channel: 'none',
  },
  withdrawVatRate: {
    method: 'DELETE',
    path: '/backoffice/api/vat-rates/:country/:class/:from_date',
    needs: 'money.write',
    channel: 'none',
  },
} as const satisfies Record<string, StaffPath>
