import { initializePaddle, type Paddle, type PaddleEventData } from '@paddle/paddle-js';
import type { CheckoutSettings } from '#domain/subscriptions/subscription';
import { wholePages } from '../ui/navigation';

interface Checkout {
  readonly settings: CheckoutSettings;
  readonly priceId: string;
  readonly email: string;
  /** Told of every step by the checkout's own names, such as `checkout.completed`. */
  readonly onEvent: (event: string) => void;
}

let loading: Promise<Paddle | undefined> | null = null;
let tell: (event: string) => void = () => {};

/** Opens the payment partner's checkout above the page. Throws when its script cannot be had. The one place that knows the partner's script. */
export async function openPaddle({ settings, priceId, email, onEvent }: Checkout): Promise<void> {
  tell = onEvent;
  wholePages.on = true;
  loading ??= initializePaddle({
    token: settings.client_token ?? '',
    environment: settings.environment,
    eventCallback: ({ name }: PaddleEventData) => tell(name ?? ''),
  });
  const paddle = await loading.catch(() => undefined);
  if (!paddle) {
    loading = null;
    throw new Error('The script of the payment partner is not there.');
  }
  paddle.Checkout.open({
    items: [{ priceId, quantity: 1 }],
    customData: settings.custom_data ?? {},
    customer: { email },
  });
}
