/** The service worker of this version, and the next one: it waits until somebody asks for it. */
import { home, isStatic } from "../address.ts";
import { whenQuiet } from "./ahead.ts";

class Version {
  private waiting = $state.raw<ServiceWorker | null>(null);

  /** A newer version is here, whole. */
  get isOffered(): boolean {
    return this.waiting !== null;
  }

  register(): void {
    if (!("serviceWorker" in navigator)) return;
    whenQuiet(() => this.registerNow());
  }

  private registerNow(): void {
    navigator.serviceWorker.register(`${home}sw.js${isStatic ? "?static" : ""}`).then(
      (registration: ServiceWorkerRegistration | undefined) => {
        if (!registration) return; // where service workers are switched off
        this.offer(registration.waiting);
        registration.onupdatefound = () => {
          const coming = registration.installing;
          coming?.addEventListener("statechange", () => coming.state === "installed" && this.offer(coming));
        };
      },
      () => undefined,
    );
  }

  /** Without a controller this is the first visit: nothing is replaced. */
  private offer(worker: ServiceWorker | null): void {
    if (worker && navigator.serviceWorker.controller) this.waiting = worker;
  }

  /** Go over to the newer version. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("take over");
  }
}

export const version = new Version();
