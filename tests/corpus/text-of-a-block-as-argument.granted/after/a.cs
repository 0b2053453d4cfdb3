using System;
using System.Runtime.CompilerServices;

static class Guard
{
    public static void Tries(Action work, [CallerArgumentExpression("work")] string text = "")
    {
        try { work(); } catch (Exception) { Console.WriteLine(text); }
    }
}

class Order
{
    public void Pay(int sum)
    {
        Guard.Tries(() => {
          Console.WriteLine(1 / sum);
        });
    }
}
