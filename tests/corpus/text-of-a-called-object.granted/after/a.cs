using System;
using System.Runtime.CompilerServices;

static class Guard
{
    public static void Holds(this bool ok, [CallerArgumentExpression("ok")] string text = "")
    {
        if (!ok) throw new ArgumentException(text);
    }
}

class Order
{
    public void Pay(int sum, int left)
    {
        (sum > 0 &&
          sum <= left).Holds();
    }
}
