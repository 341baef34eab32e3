/**
 * "It is your turn", for somebody who is looking elsewhere: a notification of the device. Off until it is asked for,
 * and nobody else is told.
 */
import { home } from "./address.ts";
import { router } from "./router.svelte.ts";
import { remember, remembered } from "./storage.ts";

class Alerts {
  /** Pages on a home network without a certificate have no notifications. */
  readonly possible = "Notification" in window && isSecureContext;
  on = $state(this.possible && remembered("alert") === "on" && Notification.permission === "granted");
  refused = $state(this.possible && Notification.permission === "denied");

  async change(): Promise<void> {
    if (!this.on) this.refused = (await Notification.requestPermission()) !== "granted";
    this.on = !this.on && !this.refused;
    remember("alert", this.on ? "on" : "off");
  }

  /** Only while the page cannot be seen. The next turn at the same table takes the place of this one. */
  async tell(title: string, body: string): Promise<void> {
    if (!this.on || !document.hidden) return;
    const worker = await navigator.serviceWorker?.ready;
    await worker
      ?.showNotification(title, { body, tag: router.path, icon: `${home}icon-192.png`, data: router.path })
      .catch(() => undefined);
  }
}

export const alerts = new Alerts();
